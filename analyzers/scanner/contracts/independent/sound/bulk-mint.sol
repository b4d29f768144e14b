pragma solidity ^0.8.17;

contract BulkMint {
    uint256 public constant PRICE = 0.05 ether;
    uint256 public sold;
    mapping(uint256 => address) public ownerOf;
    address immutable maker = msg.sender;

    function mintMany(uint256 n) external payable {
        require(n <= 10);
        require(msg.value == n * PRICE, "price");
        for (uint256 i; i < n; ++i) {
            ownerOf[++sold] = msg.sender;
        }
    }

    function collect() external {
        require(msg.sender == maker);
        payable(maker).transfer(address(this).balance);
    }
}
