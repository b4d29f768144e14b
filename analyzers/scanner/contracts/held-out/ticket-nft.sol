// SPDX-License-Identifier: MIT
pragma solidity 0.8.26;

import "@openzeppelin/contracts/token/ERC721/ERC721.sol";

contract TicketNft is ERC721 {
    uint256 public sold;
    uint256 public constant SUPPLY = 100;
    mapping(address => uint256) public bought;
    address payable private immutable seller = payable(msg.sender);

    constructor() ERC721("Ticket", "TIX") {}

    function buy() external payable {
        require(msg.value == 0.05 ether, "price");
        require(bought[msg.sender] < 2, "two each");
        require(sold < SUPPLY, "sold out");
        _safeMint(msg.sender, sold); // expect: reentrancy-callback
        sold++;
        bought[msg.sender]++;
    }

    function buySafely() external payable {
        require(msg.value == 0.05 ether, "price");
        require(bought[msg.sender] < 2, "two each");
        bought[msg.sender]++;
        uint256 id = sold++;
        require(id < SUPPLY, "sold out");
        _safeMint(msg.sender, id);
    }

    function collect() external {
        seller.transfer(address(this).balance);
    }
}
