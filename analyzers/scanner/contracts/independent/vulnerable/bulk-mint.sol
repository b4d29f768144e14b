pragma solidity ^0.8.17;

contract BulkMint {
    uint256 public constant PRICE = 0.05 ether;
    uint256 public sold;
    mapping(uint256 => address) public ownerOf;
    address immutable maker = msg.sender;

    function mint() public payable {
        require(msg.value >= PRICE, "price");
        ownerOf[++sold] = msg.sender;
    }

    function mintMany(uint256 n) external payable {
        require(n <= 10);
        for (uint256 i; i < n; ++i) {
            mint(); // expect: msg-value-in-loop
        }
    }

    function collect() external {
        require(msg.sender == maker);
        payable(maker).transfer(address(this).balance);
    }
}
